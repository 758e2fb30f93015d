import type { Quality } from '@gyan/contract/scalars.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '#lib/api-problem.ts';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { queueToast } from '#ui/toast-queue.ts';

const qualities = [
  { great: true, quality: 'kQualityGreat', label: 'Great' },
  { great: false, quality: 'kQualityRegular', label: 'Regular' },
] as const;

interface QualityButtonsProps {
  /** What is rated: “card”. */
  noun: string;
  great: boolean;
  /** Rejects when the server refuses. */
  onRate: (quality: Quality) => Promise<void>;
}

/** Optimistic update, rolled back when the server refuses. */
export function QualityButtons({ noun, great, onRate }: QualityButtonsProps) {
  const [pendingQuality, setPendingQuality] = useState<boolean>();
  const shown = pendingQuality ?? great;
  const rate = async (choice: (typeof qualities)[number]) => {
    if (choice.great === shown || pendingQuality !== undefined) return;
    const word = choice.label.toLowerCase();
    setPendingQuality(choice.great);
    try {
      await onRate(choice.quality);
      announce(`The ${noun} is marked ${word}.`);
    } catch (error) {
      queueToast({ tone: 'danger', text: `The ${noun} was not marked ${word}. ${reasonOf(error)}` });
    } finally {
      setPendingQuality(undefined);
    }
  };

  return (
    <fieldset className="card-quality">
      <legend className="sr-only">Quality</legend>
      {qualities.map((choice) => (
        <Button
          key={choice.label}
          aria-pressed={choice.great === shown}
          icon={choice.great === shown ? <Check size={18} aria-hidden="true" /> : undefined}
          onClick={() => void rate(choice)}
        >
          {choice.label}
        </Button>
      ))}
    </fieldset>
  );
}
