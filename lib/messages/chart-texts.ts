import { msg } from '@/lib/language/t';

/** Title and description of each chart that the API lists, by its ID; `{symbol}` is the native coin's. */
export const CHART_TEXTS = {
  activeRecurringAccounts60Days: [
    msg('Returning accounts, 60 days'),
    msg('Active accounts that had also sent an indexed transaction in the 60 days before the period'),
  ],
  activeRecurringAccounts90Days: [
    msg('Returning accounts, 90 days'),
    msg('Active accounts that had also sent an indexed transaction in the 90 days before the period'),
  ],
  activeRecurringAccounts120Days: [
    msg('Returning accounts, 120 days'),
    msg('Active accounts that had also sent an indexed transaction in the 120 days before the period'),
  ],
  accountsGrowth: [msg('Total accounts'), msg('Accounts that have sent an indexed transaction')],
  activeAccounts: [msg('Active accounts'), msg('Distinct accounts that sent a transaction in the period')],
  newAccounts: [msg('New accounts'), msg('Accounts that sent their first indexed transaction in the period')],
  newBuilderAccounts: [
    msg('New contract deployers'),
    msg('Accounts that deployed their first indexed contract in the period'),
  ],
  builderAccountsGrowth: [
    msg('Total contract deployers'),
    msg('Accounts that have deployed an indexed contract'),
  ],
  averageTxnFee: [msg('Average transaction fee'), msg('Average gas fee per transaction, in {symbol}')],
  newTxns: [msg('Transactions'), msg('Transactions in the period, including failed ones')],
  txnsFee: [msg('Transaction fees'), msg('Total gas fees of transactions in the period, in {symbol}')],
  txnsGrowth: [msg('Total transactions'), msg('All indexed transactions so far')],
  opStackNewOperationalTxns: [
    msg('Operational transactions'),
    msg('Transactions in the period, excluding L1 attributes deposits'),
  ],
  opStackOperationalTxnsGrowth: [
    msg('Total operational transactions'),
    msg('All indexed transactions so far, excluding L1 attributes deposits'),
  ],
  newOperationalTxns: [
    msg('Operational transactions'),
    msg('Transactions in the period, excluding the first of each block'),
  ],
  operationalTxnsGrowth: [
    msg('Total operational transactions'),
    msg('All indexed transactions so far, excluding the first of each block'),
  ],
  txnsSuccessRate: [msg('Success rate'), msg('Share of successful transactions, from 0 to 1')],
  newEip7702Auths: [
    msg('EIP-7702 authorizations'),
    msg('Authorizations in set-code transactions in the period'),
  ],
  eip7702AuthsGrowth: [
    msg('Total EIP-7702 authorizations'),
    msg('All authorizations in indexed set-code transactions so far'),
  ],
  averageBlockSize: [msg('Average block size'), msg('Average size of a block in bytes')],
  newBlocks: [msg('Blocks'), msg('Blocks in the period')],
  newNativeCoinTransfers: [msg('{symbol} transfers'), msg('Transactions that only transfer {symbol}')],
  averageGasLimit: [msg('Average gas limit'), msg('Average gas limit per block')],
  averageGasPrice: [msg('Average gas price'), msg('Average price per unit of gas of a transaction, in Gwei')],
  gasUsedGrowth: [msg('Total gas used'), msg('Gas used by all indexed blocks so far')],
  networkUtilization: [msg('Network utilization'), msg('Share of the gas limit used by blocks, from 0 to 1')],
  averageGasUsed: [msg('Average gas used'), msg('Average gas used per block')],
  contractsGrowth: [msg('Total contracts'), msg('Contracts created in indexed blocks so far')],
  newContracts: [msg('New contracts'), msg('Contracts created in the period')],
  userOpsGrowth: [
    msg('Total user operations'),
    msg('All indexed user operations executed by EntryPoints so far'),
  ],
  newUserOps: [msg('User operations'), msg('User operations executed by EntryPoints in the period')],
  newAccountAbstractionWallets: [
    msg('New smart wallets'),
    msg('Wallets whose first indexed user operation was in the period'),
  ],
  accountAbstractionWalletsGrowth: [
    msg('Total smart wallets'),
    msg('Wallets with at least one indexed user operation so far'),
  ],
  activeAccountAbstractionWallets: [
    msg('Active smart wallets'),
    msg('Distinct wallets with a user operation on the day'),
  ],
  activeBundlers: [
    msg('Active bundlers'),
    msg('Distinct accounts that sent user operations to an EntryPoint on the day'),
  ],
  activePaymasters: [
    msg('Active paymasters'),
    msg('Distinct contracts that paid for user operations on the day'),
  ],
  newFheOperations: [
    msg('FHE operations'),
    msg('Operations on encrypted values requested by contracts in the period'),
  ],
  fheOperationsGrowth: [
    msg('Total FHE operations'),
    msg('All indexed operations on encrypted values so far'),
  ],
  newFheTxns: [
    msg('FHE transactions'),
    msg('Transactions in the period with at least one operation on encrypted values'),
  ],
  fheTxnsShare: [
    msg('FHE share of transactions'),
    msg('Share of transactions that use encrypted values, from 0 to 1'),
  ],
  newHcu: [msg('HCU used'), msg('Total homomorphic complexity units of operations in the period')],
  hcuGrowth: [msg('Total HCU used'), msg('Homomorphic complexity units of all indexed operations so far')],
  averageHcu: [msg('Average HCU per operation'), msg('Average homomorphic complexity units per operation')],
  activeFheCallers: [
    msg('Active callers of FHE'),
    msg('Distinct contracts and accounts that called for FHE operations in the period'),
  ],
  newFheDecryptions: [
    msg('Public decryptions'),
    msg('Logs in the period by which the ACLs of the chain let anyone decrypt values'),
  ],
  newConfidentialTransfers: [
    msg('Confidential transfers'),
    msg('Transfers of ERC-7984 tokens, with encrypted amounts, in the period'),
  ],
  confidentialTransfersGrowth: [
    msg('Total confidential transfers'),
    msg('All indexed transfers of ERC-7984 tokens so far'),
  ],
} as const;

/** Title of each section of charts, by its ID. */
export const SECTION_TITLES = {
  accounts: msg('Accounts'),
  transactions: msg('Transactions'),
  blocks: msg('Blocks'),
  tokens: msg('Tokens'),
  gas: msg('Gas'),
  contracts: msg('Contracts'),
  user_ops: msg('User operations'),
  fhe: msg('FHE'),
} as const;
