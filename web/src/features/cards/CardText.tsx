import type { CardDetail } from './card-detail.ts';

/** The whole text of a card. The server sanitises markup when it is written and renders formulas. */
export function CardText({ card }: { card: Pick<CardDetail, 'text' | 'html' | 'textHtml'> }) {
  if (card.html !== null) return <div className="prose" dangerouslySetInnerHTML={{ __html: card.html }} />;
  if (card.textHtml == null) return <div className="prose prose-plain">{card.text}</div>;
  return <div className="prose prose-plain" dangerouslySetInnerHTML={{ __html: card.textHtml }} />;
}
