import { z } from 'zod';
import { ANSWER_TYPES } from './endpoint';

/** Path of the list of chains; free, without key or chain ID. */
export const API_CONFIG_PATH = '/api/json/config';

/** The served chains in order, the default one first. */
export const networks = z.array(
  z.object({ id: z.string(), name: z.string(), symbol: z.string(), is_demo: z.boolean() }),
);

/** The chains by decimal ID, and the prices of calls. */
export const apiConfig = z
  .object({
    chains: z
      .record(z.string(), z.string())
      .meta({ description: "URL of each chain's explorer, by chain ID." }),
    endpoint_pricing: z.record(z.string(), z.number()).meta({ description: 'Credits per call, by path.' }),
    networks: networks.default([]).meta({ description: 'The same chains in order, the default one first.' }),
    dialect: z.enum(ANSWER_TYPES).default('specification').meta({
      description: 'Which field types transaction info and its token transfers use below `/api/v2`.',
    }),
  })
  .meta({ id: 'ApiConfig' });

/** The chains and the prices of calls. */
export type ApiConfig = z.output<typeof apiConfig>;
