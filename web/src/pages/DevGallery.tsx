import './gallery.css';
import { Heart, Pencil, Share2, Trash2 } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { CardTile } from '#features/tiles/CardTile.tsx';
import { ChainTile } from '#features/tiles/ChainTile.tsx';
import { Cover } from '#features/tiles/Cover.tsx';
import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { SubjectTile } from '#features/tiles/SubjectTile.tsx';
import { TileGrid } from '#features/tiles/TileGrid.tsx';
import { TileSkeleton } from '#features/tiles/TileSkeleton.tsx';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { CropDialog, type CroppedImage } from '#ui/CropDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { acceptedImages } from '#ui/image-type.ts';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Menu } from '#ui/Menu.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { Progress } from '#ui/Progress.tsx';
import { Select } from '#ui/Select.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { SortableList } from '#ui/SortableList.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { LinkTabs, Tabs } from '#ui/Tabs.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';
import { Toasts } from '#ui/Toasts.tsx';
import { queueToast } from '#ui/toast-queue.ts';

/** Every primitive and mark in all states; only in development. */
export function DevGallery() {
  return (
    <>
      <div className="gallery">
        <header className="gallery-head">
          <div>
            <h1>The study, by lamplight</h1>
            <p className="quiet">Every part of the interface, in each of its states.</p>
          </div>
          <ThemeSwitch />
        </header>
        <Tiles />
        <Covers />
        <Buttons />
        <Fields />
        <Forms />
        <Notices />
        <Overlays />
        <Navigation />
        <People />
        <Sorting />
        <Cropping />
        <LoadingStates />
        <Empty />
        <Words />
      </div>
      <Toasts />
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gallery-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="cluster">{children}</div>;
}

const owner = { name: 'Asha Rao', href: '/up/1' };
const leafText =
  'Sunlight lifts electrons in the green of a leaf, water gives up its hydrogen, and the oxygen we breathe is what remains. The energy is stored as sugar, first for the plant and then for everything that eats it.';

const hills = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270"><rect width="480" height="270" fill="#f6c98b"/><circle cx="350" cy="95" r="42" fill="#fff3da"/><path d="M0 190 120 90l90 85 70-55 200 120v30H0z" fill="#7a5a86"/><path d="M0 225q120-60 250-10t230-15v70H0z" fill="#2f4a5e"/></svg>',
)}`;
const photo = { specMap: { sm: { url: hills, width: 480, height: 270 } }, altText: 'Hills at sunrise' };

function Tiles() {
  return (
    <Section title="Card, chain, subject">
      <TileGrid>
        <CardTile
          id={1}
          title="How a leaf turns light into sugar"
          href="/pd/leaf"
          previewText={firstWords(leafText, previewWordCount)}
          owner={owner}
          timeText="2 Hours Ago"
          likeCount={12}
          commentCount={3}
          photo={photo}
          priority
        />
        <CardTile
          id={2}
          title="Why the sky is blue"
          href="/pd/sky"
          type="kAIAssisted"
          aiModelName="llama-3.1-8b"
          previewText="Air scatters short waves far more than long ones, so blue reaches us from every side."
          owner={{ name: 'Kabir', href: '/up/2' }}
          timeText="Yesterday"
          likeCount={1}
        />
        <CardTile
          id={3}
          title="A pendulum, slowed down"
          href="/pd/pendulum"
          type="kVideo"
          previewText="The time of one swing depends on the length alone."
          owner={owner}
          timeText="3 Days Ago"
          actions={<IconButton size="sm" label="Like" icon={<Heart size={18} aria-hidden="true" />} />}
        />
        <ChainTile
          id={4}
          title="The water cycle"
          href="/ch/4"
          countText="7 cards"
          previewText="From the sea to the cloud to the river, and back again."
          owner={owner}
          timeText="1 Week Ago"
          likeCount={5}
        />
        <SubjectTile
          id={5}
          title="Mechanics from the ground up"
          href="/sub/5"
          chapterCount={9}
          countText="9 chapters"
          previewText="Motion, force, energy: one small step at a time."
          owner={{ name: 'Meera Iyer', href: '/up/3' }}
          timeText="2 Months Ago"
          likeCount={41}
        />
        <SubjectTile
          id={6}
          title="संख्या और आकार"
          href="/sub/6"
          chapterCount={4}
          countText="4 chapters"
          photo={photo}
          owner={{ name: 'अनिता', href: '/up/4' }}
          timeText="Last Year"
        />
      </TileGrid>
      <Row>
        <CardIcon size={40} />
        <ChainIcon size={40} />
        <SubjectIcon size={40} />
        <CardIcon />
        <ChainIcon />
        <SubjectIcon />
      </Row>
    </Section>
  );
}

const coverTitles = [
  'Tides',
  'Prime numbers',
  'The heart',
  'Sound',
  'Maps',
  'Magnets',
  'Rivers',
  'Bees',
  'Time',
];

function Covers() {
  return (
    <Section title="Covers">
      <div className="gallery-covers">
        {coverTitles.map((title, id) => (
          <div key={title} className="gallery-cover">
            <Cover id={id} title={title} />
          </div>
        ))}
      </div>
    </Section>
  );
}

const variants = ['primary', 'outline', 'quiet', 'danger', 'link'] as const;

function Buttons() {
  const [liked, setLiked] = useState(true);
  return (
    <Section title="Buttons">
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Row key={size}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant === 'danger' ? 'Delete' : 'Create a card'}
            </Button>
          ))}
        </Row>
      ))}
      <Row>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            Disabled
          </Button>
        ))}
      </Row>
      <Row>
        <Button variant="primary" busy busyText="Adding">
          Post
        </Button>
        <Button busy>Load More</Button>
        <Button icon={<Share2 size={18} aria-hidden="true" />}>Share</Button>
        <ButtonLink to="/tns" variant="primary">
          A link
        </ButtonLink>
        <IconButton label="Edit" icon={<Pencil size={20} aria-hidden="true" />} />
        <IconButton label="Delete" variant="outline" icon={<Trash2 size={20} aria-hidden="true" />} />
        <IconButton
          label="Like"
          aria-pressed={liked}
          icon={<Heart size={20} aria-hidden="true" />}
          onClick={() => setLiked(!liked)}
        />
        <IconButton label="Edit" disabled icon={<Pencil size={20} aria-hidden="true" />} />
        <Spinner />
      </Row>
    </Section>
  );
}

function Fields() {
  return (
    <Section title="Fields">
      <div className="gallery-fields">
        <Field label="Title" hint="What will the reader know afterwards?">
          <TextInput placeholder="Why rivers bend" />
        </Field>
        <Field label="Email" error="Invalid email address">
          <TextInput type="email" defaultValue="asha.example" />
        </Field>
        <Field label="Password" hint="At least 6 characters">
          <PasswordInput autoComplete="new-password" defaultValue="a lamp" />
        </Field>
        <Field label="Post as">
          <Select defaultValue="me">
            <option value="me">Myself</option>
            <option value="asha">Asha Rao</option>
          </Select>
        </Field>
        <Field label="Description" optional>
          <TextArea defaultValue="Grows with what is typed." />
        </Field>
        <Field label="Disabled">
          <TextInput disabled defaultValue="Cannot be changed" />
        </Field>
      </div>
    </Section>
  );
}

function Forms() {
  const [error, setError] = useState<string | undefined>('First name is required');
  const [submitting, setSubmitting] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = new FormData(event.currentTarget).get('firstName') === '';
    setError(undefined);
    setSubmitting(true);
    setTimeout(() => {
      setSubmitting(false);
      setError(missing ? 'First name is required' : undefined);
      if (missing) setRefusals(refusals + 1);
    }, 1200);
  };
  return (
    <Section title="Form">
      <Form className="gallery-form" refusals={refusals} submitting={submitting} onSubmit={submit}>
        <Field label="First name" error={error} marked>
          <TextInput name="firstName" autoComplete="given-name" />
        </Field>
        <Field label="Last name" error="" marked>
          <TextInput name="lastName" autoComplete="family-name" />
        </Field>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={submitting} busyText="Adding">
            Create
          </Button>
        </div>
      </Form>
    </Section>
  );
}

function Notices() {
  const [shown, setShown] = useState(false);
  return (
    <Section title="Alerts and toasts">
      <Alert tone="danger" title="That did not work">
        Email or password is wrong.
      </Alert>
      <Alert tone="success" dismissible>
        Feedback submitted successfully.
      </Alert>
      <Alert>The AI tab needs an endpoint; none is configured here.</Alert>
      {shown && (
        <Alert tone="danger" autoHide onHide={() => setShown(false)}>
          Gone after five seconds, unless the pointer rests here.
        </Alert>
      )}
      <Row>
        <Button onClick={() => setShown(true)}>Alert that hides</Button>
        <Button onClick={() => queueToast({ text: 'Saved', tone: 'success' })}>Toast</Button>
        <Button
          onClick={() =>
            queueToast({
              text: '“Tides” was removed from the chain.',
              action: { label: 'Undo', onPress: () => queueToast({ text: 'It is back.' }) },
            })
          }
        >
          Toast with Undo
        </Button>
        <Button onClick={() => queueToast({ text: 'The like could not be saved.', tone: 'danger' })}>
          Toast of trouble
        </Button>
        <Button onClick={() => announce('Spoken, not shown.')}>Announce</Button>
      </Row>
      <Row>
        <Tag>#physics</Tag>
        <Tag tone="accent">Great</Tag>
        <Tag tone="link">Connected</Tag>
        <Tag tone="danger">Locked</Tag>
        <Tag tone="success">Saved</Tag>
      </Row>
      <div className="gallery-form">
        <Progress label="Uploading tides.jpg" value={0.64} />
      </div>
    </Section>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>();
  const close = () => setOpen(undefined);
  return (
    <Section title="Menu and dialogs">
      <Row>
        <Menu
          variant="outline"
          groups={[
            {
              items: [
                { label: 'Trending Cards', to: '/tgp', icon: <CardIcon size={20} /> },
                { label: 'Trending Chains', to: '/tgc', icon: <ChainIcon size={20} /> },
                { label: 'Trending Subjects', to: '/tgg', icon: <SubjectIcon size={20} /> },
              ],
            },
            {
              label: 'This card',
              items: [
                { label: 'Edit', onSelect: () => setOpen('dialog') },
                { label: 'Delete', danger: true, onSelect: () => setOpen('confirm') },
              ],
            },
          ]}
        >
          Trending
        </Menu>
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button variant="danger" onClick={() => setOpen('confirm')}>
          Ask first
        </Button>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Edit the chain"
        description="Others see the new title at once."
        footer={
          <Button variant="primary" onClick={close}>
            Save
          </Button>
        }
      >
        <Field label="Chain title">
          <TextInput defaultValue="The water cycle" />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete “Why the sky is blue”?"
        description="Its comments and likes go with it."
        confirmLabel="Delete"
        danger
        onConfirm={close}
        onCancel={close}
      />
    </Section>
  );
}

function Navigation() {
  const [tab, setTab] = useState('video');
  return (
    <Section title="Tabs and paths">
      <LinkTabs
        label="Profile"
        value="cards"
        items={[
          { value: 'cards', label: 'Cards', count: 12, to: '?tab=cards' },
          { value: 'chains', label: 'Chains', count: 3, to: '?tab=chains' },
          { value: 'subjects', label: 'Subjects', to: '?tab=subjects' },
        ]}
      />
      <div>
        <Tabs
          label="Kind of card"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'video', label: 'Video' },
            { value: 'ai', label: 'AI' },
            { value: 'custom', label: 'Custom' },
          ]}
        >
          The panel of {tab}.
        </Tabs>
      </div>
    </Section>
  );
}

const people = ['Asha Rao', 'Kabir', 'Meera Iyer', 'अनिता वर्मा', 'Zoë Quill', 'Li Wei', 'Tomás Ó Sé'];

function People() {
  return (
    <Section title="Avatars">
      <Row>
        {people.map((name) => (
          <Avatar key={name} name={name} alt={name} />
        ))}
        <Avatar name="Asha Rao" photoUrl={hills} alt="Asha Rao" />
      </Row>
      <Row>
        {(['xs', 'sm', 'md', 'lg'] as const).map((size) => (
          <Avatar key={size} size={size} name="Meera Iyer" />
        ))}
      </Row>
    </Section>
  );
}

function Sorting() {
  const [items, setItems] = useState(() =>
    ['Evaporation', 'Clouds', 'Rain', 'Rivers'].map((title, id) => ({ id: id + 1, title })),
  );
  return (
    <Section title="Sortable list">
      <SortableList
        label="Cards of the chain"
        items={items}
        nameOf={(item) => item.title}
        renderItem={(item) => (
          <div className="gallery-item">
            <div className="gallery-item-cover">
              <Cover id={item.id} title={item.title} />
            </div>
            <span className="gallery-item-title">{item.title}</span>
          </div>
        )}
        onMove={(_, from, to) =>
          setItems((previous) => {
            const moved = previous[from];
            return moved ? previous.toSpliced(from, 1).toSpliced(to, 0, moved) : previous;
          })
        }
      />
    </Section>
  );
}

function Cropping() {
  const [file, setFile] = useState<Blob | null>(null);
  const [cropped, setCropped] = useState<CroppedImage>();
  return (
    <Section title="Crop dialog">
      <Field label="Picture, 16:9">
        <TextInput
          type="file"
          accept={acceptedImages}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            event.target.value = '';
          }}
        />
      </Field>
      {cropped && (
        <img
          className="gallery-cropped"
          src={cropped.dataUrl}
          width={cropped.width}
          height={cropped.height}
          alt="What was cut out"
        />
      )}
      <CropDialog
        file={file}
        aspect={16 / 9}
        onClose={() => setFile(null)}
        onCrop={(image) => {
          setCropped(image);
          setFile(null);
        }}
      />
    </Section>
  );
}

function LoadingStates() {
  const [shown, setShown] = useState(7);
  const [busy, setBusy] = useState(false);
  const load = () => {
    setBusy(true);
    setTimeout(() => {
      setBusy(false);
      setShown((previous) => previous + 7);
    }, 800);
  };
  return (
    <Section title="Waiting and going on">
      <SkeletonGroup>
        <TileGrid>
          <TileSkeleton kind="card" />
          <TileSkeleton kind="chain" />
          <TileSkeleton kind="subject" />
          <div className="gallery-person">
            <Skeleton shape="avatar" />
            <div className="gallery-person-text">
              <Skeleton shape="title" width="half" />
              <Skeleton />
              <Skeleton width="wide" />
              <Skeleton shape="button" />
            </div>
          </div>
        </TileGrid>
      </SkeletonGroup>
      <LoadMore shown={shown} hasMore={shown < 21} busy={busy} onLoad={load} />
    </Section>
  );
}

function Empty() {
  return (
    <Section title="Empty">
      <div className="gallery-empty">
        <EmptyState
          icon={<CardIcon />}
          title="No cards yet"
          action={<Button variant="primary">Create a Gyan Card</Button>}
        >
          A card shows one idea: a picture, a title and a few words.
        </EmptyState>
        <EmptyState icon={<ChainIcon />} title="No chains yet" action={<Button>Create a Chain</Button>}>
          A chain puts cards in the order in which they are best understood.
        </EmptyState>
        <EmptyState icon={<SubjectIcon />} title="No subjects yet" action={<Button>Create a Subject</Button>}>
          A subject binds chains into a course.
        </EmptyState>
      </div>
    </Section>
  );
}

function Words() {
  return (
    <Section title="Words">
      <hr />
      <div className="prose">
        <h2>A heading of a card’s text</h2>
        <p>
          {leafText} See <a href="#more">more about light</a>, and mind the <strong>order</strong> of the{' '}
          <em>steps</em>.
        </p>
        <ul>
          <li>Light is caught.</li>
          <li>Water is split.</li>
        </ul>
        <blockquote>Who lights a lamp for another loses nothing of their own light.</blockquote>
        <pre>6 CO₂ + 6 H₂O → C₆H₁₂O₆ + 6 O₂</pre>
      </div>
    </Section>
  );
}
