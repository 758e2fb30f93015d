import {
  type Retention,
  type LearningSettings as Settings,
  sessionMinutes,
} from '@gyan/contract/learning.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { ownTimeZone } from '../time-text.ts';
import { learningForecast } from './queries.ts';

const retentionTexts: Record<Retention, string> = {
  lighter: 'Lighter: less review, you forget a little more',
  usual: 'Usual: you remember nine of ten',
  firmer: 'Firmer: you remember nearly all, with more review',
};

const zones = () => (typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []);

export function LearningSettings({ userId, settings }: { userId: number; settings: Settings }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const here = ownTimeZone();

  const change = async (part: Partial<Settings>) => {
    setBusy(true);
    try {
      await api('PUT /r/learning_settings', { body: part });
      await client.invalidateQueries({ queryKey: queryKeys.learning(userId) });
      await client.invalidateQueries({ queryKey: queryKeys.learningForecast(userId) });
      queueToast({ tone: 'success', text: 'Saved.' });
    } catch (error) {
      queueToast({ tone: 'danger', text: `That was not saved. ${reasonOf(error)}` });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="stack">
      <Field label="Minutes a day">
        <Select
          value={settings.minutes}
          disabled={busy}
          onChange={({ target }) => void change({ minutes: Number(target.value) as Settings['minutes'] })}
        >
          {sessionMinutes.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} minutes
            </option>
          ))}
        </Select>
      </Field>
      <Field label="How firmly to remember">
        <Select
          value={settings.retention}
          disabled={busy}
          onChange={({ target }) => void change({ retention: target.value as Retention })}
        >
          {(Object.keys(retentionTexts) as Retention[]).map((retention) => (
            <option key={retention} value={retention}>
              {retentionTexts[retention]}
            </option>
          ))}
        </Select>
      </Field>
      <Forecast userId={userId} chosen={settings.retention} />
      <Field label="Time zone" hint="A day of learning begins at four in the morning.">
        <Select
          value={settings.zone}
          disabled={busy}
          onChange={({ target }) => void change({ zone: target.value })}
        >
          {[...new Set([settings.zone, here, 'UTC', ...zones()])].map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
      {settings.zone !== here && (
        <p>
          <Button busy={busy} onClick={() => void change({ zone: here })}>
            Use the zone of this device: {here.replaceAll('_', ' ')}
          </Button>
        </p>
      )}
    </div>
  );
}

const width = 280;
const height = 72;

/** The minutes of each of the next 28 days at the chosen retention; the words compare all three. */
function Forecast({ userId, chosen }: { userId: number; chosen: Retention }) {
  const { data } = useQuery(learningForecast(userId));
  if (!data) return <div className="forecast" aria-hidden="true" />;
  const top = Math.max(5, ...data.forecastVec.flatMap(({ minuteVec }) => minuteVec));
  const shown = data.forecastVec.find(({ retention }) => retention === chosen);
  const perWeek = (minutes: readonly number[]) =>
    Math.ceil((7 * minutes.reduce((sum, each) => sum + each, 0)) / Math.max(1, minutes.length));
  const step = width / (shown?.minuteVec.length || 1);
  const forecastText = data.forecastVec
    .map(({ retention, minuteVec }) => `${retention} ${perWeek(minuteVec)}`)
    .join(', ');
  return (
    <figure className="forecast">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {shown?.minuteVec.map((minutes, day) => (
          <rect
            // One bar a day, in order.
            // oxlint-disable-next-line react/no-array-index-key
            key={day}
            x={day * step + 1}
            y={height - (height * minutes) / top}
            width={step - 2}
            height={(height * minutes) / top}
          />
        ))}
      </svg>
      <figcaption>
        Each bar is a day of the next four weeks, the longest{' '}
        {Math.ceil(Math.max(0, ...(shown?.minuteVec ?? [])))} minutes. Minutes a week on average:{' '}
        {forecastText}.
      </figcaption>
    </figure>
  );
}
