import './learning.css';
import type { Grade, ReviewItemModel } from '@gyan/contract/learning.ts';
import { useState } from 'react';
import { ReviewCard } from './ReviewCard.tsx';
import { nothingRecalled, pressLabel, uncoverAll } from './recall.ts';
import { promptFor } from './review-state.ts';
import { intervalText } from './time-text.ts';

/** One review to try without an account; nothing is kept. */
export function DemoReview({ item }: { item: ReviewItemModel }) {
  const [isFlipped, setFlipped] = useState(false);
  const [grade, setGrade] = useState<Grade>();
  const [recall, setRecall] = useState(nothingRecalled);
  const flip = () => {
    setFlipped(true);
    setRecall(uncoverAll(recall, item.regionVec));
  };
  const again = () => {
    setFlipped(false);
    setRecall(nothingRecalled);
    setGrade(undefined);
  };
  return (
    <section className="learn-demo" aria-labelledby="learn-demo">
      <h2 id="learn-demo">Try one</h2>
      {grade === undefined ? (
        <ReviewCard
          item={item}
          isPictureLazy
          prompt={promptFor(item, 0)}
          isFlipped={isFlipped}
          recall={recall}
          onLabel={(id) => setRecall(pressLabel(recall, id))}
          onFlip={flip}
          onGrade={setGrade}
        />
      ) : (
        <output>
          This card would come back {intervalText(item.intervalVec[grade - 1] ?? 0)}, and a little later each
          time you know it.{' '}
          <button type="button" className="link" onClick={again}>
            Once more
          </button>
        </output>
      )}
    </section>
  );
}
