import { z } from 'zod';

/** Where the list of chains is: below no chain, without a key, at no cost. */
export const API_CONFIG_PATH = '/api/json/config';

/** The chains of this service, by decimal id, and the price of a call. `networks` adds their names. */
export const apiConfig = z
  .object({
    chains: z.record(z.string(), z.string()).meta({ description: 'Site of each chain by its id.' }),
    endpoint_pricing: z.record(z.string(), z.number()).meta({ description: 'Credits a call, by path.' }),
    networks: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          symbol: z.string(),
          is_demo: z.boolean(),
        }),
      )
      .default([])
      .meta({ description: 'The same chains in their order, the default one first.' }),
  })
  .meta({ id: 'ApiConfig' });

/** The chains of this service and the price of a call. */
export type ApiConfig = z.output<typeof apiConfig>;
