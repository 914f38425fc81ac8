import { z } from 'zod';
import { NAME_SOURCES } from '@/lib/evm/name-sources';
import { defineEndpoint } from './endpoint';
import { hexData } from './formats';
import { expected } from './params';

/** The most keys of a call. */
export const MAX_SIGNATURE_KEYS = 100;
/** The longest name that is searched for. */
export const MAX_SIGNATURE_NAME = 100;
const KEYS = /^0x([0-9a-f]{8}|[0-9a-f]{64})(,0x([0-9a-f]{8}|[0-9a-f]{64}))*$/i;

const namedSignature = z.object({
  key: hexData,
  signature: z.string().meta({
    description: 'A declaration with its kind and the names of parameters if shipped, else name and types.',
  }),
  source: z.enum(NAME_SOURCES).meta({
    description: 'Shipped with the service, imported by the operator, or fetched from a database.',
  }),
});

/** A selector or topic with a declaration of it. */
export type NamedSignature = z.output<typeof namedSignature>;

/** Names of selectors and topics. */
export const listSignatures = defineEndpoint({
  id: 'listSignatures',
  path: '/signatures',
  query: z.strictObject({
    keys: z
      .string()
      .regex(KEYS, expected(KEYS))
      .transform((text) => [...new Set(text.toLowerCase().split(','))])
      .refine((keys) => keys.length <= MAX_SIGNATURE_KEYS, { error: `At most ${MAX_SIGNATURE_KEYS} keys` })
      .meta({
        description: `Selectors (4 bytes) and event topics (32 bytes), comma-separated, up to ${MAX_SIGNATURE_KEYS}.`,
        override: { type: 'string' },
      })
      .optional(),
    name: z.string().max(MAX_SIGNATURE_NAME).optional().meta({
      description:
        'A function, event or error by its name, in any case: at most 20 declarations of it, the well-known ones first.',
    }),
  }),
  response: z.object({ items: z.array(namedSignature) }).meta({ id: 'Signatures' }),
  tag: 'addresses',
  summary: 'Names of selectors and topics, or the reverse',
  description:
    'Functions, events and errors by selector or topic, the likeliest first (guesses, as selectors can collide), or by name.',
});
