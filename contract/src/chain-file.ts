import * as z from 'zod/mini';
import { altTextRules } from './cards.ts';
import { License, sourceRules } from './licenses.ts';
import { optionalText } from './text.ts';

/** The file format for import and export of chains, described in docs/chain-file.md. */
export const ChainFile = z.object({
  version: z.literal(1),
  subjects: z.optional(
    z.array(z.object({ title: z.string(), desc: z.optional(z.string()), photo: z.optional(z.string()) })),
  ),
  chains: z.array(
    z.object({
      title: z.string(),
      desc: z.optional(z.string()),
      subject: z.optional(z.string()),
      cards: z.array(
        z.object({
          title: z.string(),
          text: z.optional(z.string()),
          htmlDesc: z.optional(z.string()),
          tags: z.optional(z.array(z.string())),
          videoUrl: z.optional(z.string()),
          photo: z.optional(z.string()),
          alt: z.optional(z.string()),
          source: z.optional(z.string()),
          license: z.optional(License),
        }),
      ),
    }),
  ),
});
export type ChainFile = z.infer<typeof ChainFile>;

/** Optional texts of a card in a chain file. */
export const chainFileTexts = {
  alt: optionalText(altTextRules),
  source: optionalText(sourceRules),
};

/** Maximum contents of a chain file. */
export const chainFileLimits = {
  bytes: 4 * 1024 * 1024,
  subjects: 50,
  chains: 200,
  cardsInChain: 500,
  cards: 2000,
  pictures: 100,
} as const;
