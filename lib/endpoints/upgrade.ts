import { z } from 'zod';
import { UPGRADE_KINDS } from '@/lib/evm/upgrades';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { count, hash32, timestamp } from './formats';
import { cursorCount, listQuery } from './params';

const functions = z.array(z.string());

const upgrade = z
  .object({
    kind: z.enum(UPGRADE_KINDS).meta({
      description:
        '`implementation`: the code that the proxy runs, also by its beacon. `beacon`: the beacon that tells it. `facets`: functions of a diamond (ERC-2535). It was logged by `contract`: this one, or the beacon that it has now.',
    }),
    contract: address,
    target: address.nullable().meta({ description: 'The implementation or beacon; null for `facets`.' }),
    facets: z.array(address).meta({ description: 'The facets that functions were added to or replaced by.' }),
    functions: z
      .object({
        added: functions,
        removed: functions,
        changed: functions.meta({ description: 'With other outputs or mutability, or in another facet.' }),
        is_complete: z.boolean().meta({ description: 'False if more functions differ than are listed.' }),
      })
      .nullable()
      .meta({
        description:
          'Signatures, or selectors where the name is not known, against the upgrade before; null for the first one, and where one of the two has no ABI.',
      }),
    block_number: count,
    log_index: count,
    timestamp,
    transaction_hash: hash32,
  })
  .meta({ id: 'ContractUpgrade' });

/** An upgrade of a contract, as it was logged. */
export type ContractUpgrade = z.output<typeof upgrade>;

/** Upgrades of a contract, newest first. */
export const listContractUpgrades = defineEndpoint({
  id: 'listContractUpgrades',
  path: '/smart-contracts/{address_hash_param}/upgrades',
  query: listQuery({ block_number: cursorCount, index: cursorCount }),
  response: listPageOf(upgrade, { block_number: count, index: count }).meta({ id: 'ContractUpgradesPage' }),
  credits: 20,
  tag: 'addresses',
  summary: 'Upgrades of a contract',
  description:
    'What a proxy ran and when, by its logs and those of its beacon, newest first, with the functions that came, went or changed. Not listed: upgrades without a log (`Upgraded`, `BeaconUpgraded`, `ChangedMasterCopy`, `ProxyUpdated`, `NewImplementation`, `DiamondCut`).',
});
