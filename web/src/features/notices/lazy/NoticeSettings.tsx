import '../notices.css';
import type { DigestPeriod, NoticeChannels, NoticeKind } from '@gyan/contract/notices.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { QueryError } from '#lib/QueryError.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { kindList, kindTexts } from '../kinds.ts';
import { noticeSettings, useChangeSettings } from './api.ts';
import { FollowList } from './FollowList.tsx';
import { PushSettings } from './PushSettings.tsx';

/** What the user wants to be told, and where. */
export function NoticeSettings({ user: { userId } }: { user: UserModel }) {
  const query = useQuery(noticeSettings(userId));
  const { mutate } = useChangeSettings(userId);
  if (query.isPending) return <SettingsSkeleton />;
  if (query.data === undefined) return <QueryError query={query} />;
  const { digest, kinds, pushKey } = query.data;
  return (
    <>
      <section aria-labelledby="digest">
        <h2 id="digest">Digest by e-mail</h2>
        <p className="quiet">
          One e-mail with what you have not read here. It is not sent when there is nothing.
        </p>
        <DigestField digest={digest} onChange={(period) => mutate({ digest: period })} />
      </section>
      <PushSettings pushKey={pushKey} />
      <section aria-labelledby="kinds">
        <h2 id="kinds">What you want to be told</h2>
        <KindTable kinds={kinds} onChange={(kind, channels) => mutate({ kinds: { [kind]: channels } })} />
      </section>
      <FollowList userId={userId} />
    </>
  );
}

const periods: Record<DigestPeriod, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  never: 'Never',
};

interface DigestFieldProps {
  digest: DigestPeriod;
  onChange: (period: DigestPeriod) => void;
}

function DigestField({ digest, onChange }: DigestFieldProps) {
  return (
    <Field label="How often" className="digest-field">
      <Select value={digest} onChange={({ target }) => onChange(target.value as DigestPeriod)}>
        {Object.entries(periods).map(([period, label]) => (
          <option key={period} value={period}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const channels: [keyof NoticeChannels, string][] = [
  ['app', 'Here'],
  ['mail', 'E-mail'],
  ['push', 'Push'],
];

/** Everybody is told here of decisions about them. */
const channelsOf = (kinds: KindTableProps['kinds'], kind: NoticeKind): NoticeChannels =>
  kind === 'moderation' ? { ...kinds[kind], app: true } : kinds[kind];

interface KindTableProps {
  kinds: Record<NoticeKind, NoticeChannels>;
  onChange: (kind: NoticeKind, change: Partial<NoticeChannels>) => void;
}

function KindTable({ kinds, onChange }: KindTableProps) {
  return (
    <table className="kind-table stretch">
      <caption className="sr-only">Where notices of each kind go</caption>
      <thead>
        <tr>
          <th scope="col">Notice</th>
          {channels.map(([channel, label]) => (
            <th key={channel} scope="col" className="kind-switch">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kindList.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {kindTexts[kind].label}
              <span className="kind-hint">{kindTexts[kind].hint}</span>
            </th>
            {channels.map(([channel, label]) => (
              <td key={channel} className="kind-switch" aria-label={`${kindTexts[kind].label}: ${label}`}>
                <label className="kind-label">
                  <span className="sr-only">
                    {kindTexts[kind].label}: {label}
                  </span>
                  <input
                    type="checkbox"
                    checked={channelsOf(kinds, kind)[channel]}
                    // Without the notice itself there is no e-mail or push.
                    disabled={channel === 'app' ? kind === 'moderation' : !channelsOf(kinds, kind).app}
                    onChange={({ target }) => onChange(kind, { [channel]: target.checked })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SettingsSkeleton = () => (
  <SkeletonGroup className="stack">
    <Skeleton shape="title" width="half" />
    <Skeleton width="wide" />
    <Skeleton className="notice-filter-skeleton" />
    {kindList.map((kind) => (
      <Skeleton key={kind} className="kind-skeleton" />
    ))}
  </SkeletonGroup>
);
