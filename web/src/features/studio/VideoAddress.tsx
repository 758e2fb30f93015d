import { isBlank } from '@gyan/contract/text.ts';
import { VideoForm, youtubeVideoId } from '@gyan/contract/video.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { findVideo, type VideoFacts } from './api.ts';

export interface FoundVideo {
  url: string;
  /** Undefined when the video site was unreachable. */
  facts: VideoFacts | undefined;
}

interface VideoAddressProps {
  address: string;
  onAddress: (address: string) => void;
  onFound: (video: FoundVideo) => void;
}

export function VideoAddress({ address, onAddress, onFound }: VideoAddressProps) {
  const form = useContractForm({
    schema: VideoForm,
    defaults: { embedVideoUrl: address },
    submit: async ({ embedVideoUrl: url }) => {
      const videoId = youtubeVideoId(url);
      if (videoId === undefined) return;
      const facts = await findVideo(videoId);
      onFound({ url, facts });
    },
    errorField: 'embedVideoUrl',
  });
  const field = form.register('embedVideoUrl');
  const props: typeof form.props = {
    ...form.props,
    onSubmit: (event) => {
      // Ignore an empty address.
      if (isBlank(form.fields.getValues('embedVideoUrl'))) event.preventDefault();
      else form.props.onSubmit(event);
    },
  };
  return (
    <ContractForm form={{ ...form, props }} className="studio-form">
      <Field
        label="YouTube URL"
        hint="The address of the video, from the browser or from Share."
        error={form.errorOf('embedVideoUrl')}
      >
        <TextInput
          {...field}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://www.youtube.com/watch?v="
          onChange={(event) => {
            onAddress(event.target.value);
            void field.onChange(event);
          }}
        />
      </Field>
      <div className="form-actions">
        <Button type="submit" busy={form.submitting} busyText="Looking it up">
          Show preview
        </Button>
      </div>
    </ContractForm>
  );
}
