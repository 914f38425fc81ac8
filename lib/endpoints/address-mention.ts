import { z } from 'zod';
import { addressHash } from './formats';

const tag = z.object({ address_hash: z.string(), display_name: z.string(), label: z.string() });
const watchlistName = z.object({ display_name: z.string(), label: z.string() });
const metadataTag = z.object({
  slug: z.string(),
  name: z.string(),
  tagType: z.string(),
  ordinal: z.int(),
  meta: z.record(z.string(), z.unknown()).nullable(),
});

/** The known name that another one imitates. */
export const imitated = z.object({ address_hash: addressHash, name: z.string() }).optional().meta({
  id: 'ImitatedName',
  description:
    'Only if a name looks the same (UTS #39) as one that the operator, an address book, the token list or ENS gives to another address: that name and address.',
});
/** The known name that another one imitates. */
export type Imitated = NonNullable<z.output<typeof imitated>>;

/** An address in a body. The defaults stand in for services that lack newer fields. */
export const address = z
  .object({
    hash: addressHash,
    name: z.string().nullable(),
    implementation_name: z.string().nullable().default(null),
    implementations: z
      .array(z.object({ address_hash: z.string(), name: z.string().nullable() }))
      .default([])
      .meta({
        description:
          "The code that runs at the address: a proxy's target, or an EIP-7702 account's delegate.",
      }),
    proxy_type: z.string().nullable().default(null),
    is_contract: z.boolean().nullable(),
    is_verified: z.boolean().nullable(),
    is_scam: z.boolean().default(false),
    reputation: z.enum(['ok', 'scam']).default('ok'),
    ens_domain_name: z.string().nullable().default(null),
    metadata: z
      .object({ tags: z.array(metadataTag) })
      .nullable()
      .default(null)
      .meta({
        description:
          "Tags, the name first. `meta.source` of a name says who gives it: `operator`, an address book, or `chain` where it follows from the address itself, as that of a pool does from the exchange's factory, both tokens and the fee. A name without a tag is the contract's own.",
      }),
    private_tags: z.array(tag).default([]),
    public_tags: z.array(tag).default([]),
    watchlist_names: z.array(watchlistName).default([]),
    imitates: imitated,
  })
  .meta({ id: 'Address' });

/** The addresses that decoded parameters of a body mention, as far as they have names. */
export const namedAddresses = z.array(address).default([]).meta({
  description: 'Addresses in decoded parameters that have a name, of the first 100 mentioned.',
});

/** An address in a body. */
export type Address = z.output<typeof address>;
