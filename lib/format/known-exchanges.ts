import { type Msg, msg, t } from '@/lib/language/t';

/** Routers of exchanges by chain and lower-case address: `on` one protocol, or `through` a service that uses several. */
const EXCHANGES: Readonly<Record<string, Readonly<Record<string, Msg>>>> = {
  '1': {
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d': msg('on Uniswap V2'),
    '0xe592427a0aece92de3edee1f18e0157c05861564': msg('on Uniswap V3'),
    '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45': msg('through Uniswap'),
    '0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b': msg('through Uniswap'),
    '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad': msg('through Uniswap'),
    '0x66a9893cc07d91d95644aedd05d03f95e1dba8af': msg('through Uniswap'),
    '0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f': msg('on SushiSwap'),
    '0x1111111254eeb25477b68fb85ed929f73a960582': msg('through 1inch'),
    '0x111111125421ca6dc452d289314280a0f8842a65': msg('through 1inch'),
    '0xdef1c0ded9bec7f1a1670819833240f027b25eff': msg('through 0x'),
  },
};

/** A phrase for the exchange of a router; undefined for an unknown one. */
export function nameExchange(chainId: string, router: string): string | undefined {
  const found = EXCHANGES[chainId]?.[router.toLowerCase()];
  return found && t(found);
}
