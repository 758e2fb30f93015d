import type { SuggestedPrompt } from '@gyan/contract/prompts.ts';

const mostSuggestions = 6;
const sentenceLength = { min: 30, max: 300 };
/** Longer texts are cut: suggestions come from the beginning. */
const mostText = 8000;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Numbers with what belongs to them: 1.5 million, 40 %, 1969, 3 × 10⁸. */
const number =
  /\p{Nd}[\p{Nd}.,]*\p{Nd}?(?:\s?(?:%|°C|°F|km|kg|m|cm|mm|million|billion|trillion|percent)(?![\p{L}\p{N}]))?/u;
/** A term a sentence introduces: "is called photosynthesis", "known as the chain rule". */
const introduced =
  /(?:called|known as|termed|named|means|refers to)\s+(?:the |an? )?["“']?(\p{L}[\p{L}\p{N}\- ]{2,40}?)["”']?(?=[,.;:)]|$| which | that | because | when | and )/u;
/** A name inside a sentence: two capitalised words or one that is not its first. */
const name = /(?<=\p{Ll}\s)(\p{Lu}\p{Ll}{2,}(?:\s\p{Lu}\p{Ll}{2,}){0,2})/u;
/** "Photosynthesis is the process …" */
const definition = /^(?:The |An? )?(\p{L}[\p{L}\- ]{2,40}?) (?:is|are) (?:the|an?|where|when|how) (.{15,})$/u;

/** Questions that follow from the text of a card by rules; nothing is asked until its author accepts it. */
export function suggestPrompts(text: string): SuggestedPrompt[] {
  const suggested: SuggestedPrompt[] = [];
  for (const { segment } of sentences.segment(text.slice(0, mostText))) {
    const sentence = segment.trim();
    if (sentence.length < sentenceLength.min || sentence.length > sentenceLength.max) continue;
    if (sentence.includes('\n')) continue;
    const prompt = clozeOf(sentence) ?? questionOf(sentence);
    if (prompt && !suggested.some(({ question }) => question === prompt.question)) suggested.push(prompt);
    if (suggested.length === mostSuggestions) break;
  }
  return suggested;
}

function clozeOf(sentence: string): SuggestedPrompt | undefined {
  const answer = introduced.exec(sentence)?.[1] ?? trimmedNumber(sentence) ?? name.exec(sentence)?.[1];
  return answer ? { kind: 'cloze', question: sentence, answer: answer.trim() } : undefined;
}

function trimmedNumber(sentence: string): string | undefined {
  return number.exec(sentence)?.[0].replace(/[.,]$/u, '');
}

function questionOf(sentence: string): SuggestedPrompt | undefined {
  const match = definition.exec(sentence.replace(/[.!]$/u, ''));
  if (!match?.[1]) return undefined;
  const verb = / are /u.test(sentence.slice(match[1].length, match[1].length + 10)) ? 'are' : 'is';
  return { kind: 'question', question: `What ${verb} ${lowerFirst(match[1])}?`, answer: sentence };
}

/** "Photosynthesis" becomes "photosynthesis", "DNA" stays. */
function lowerFirst(term: string): string {
  return /^\p{Lu}\p{Ll}+(?:$|\s\p{Ll})/u.test(term) ? term[0]?.toLowerCase() + term.slice(1) : term;
}
