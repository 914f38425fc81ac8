-- The upgrades that a proxy, beacon or diamond has logged, by contract: Upgraded, BeaconUpgraded, ChangedMasterCopy,
-- ProxyUpdated, NewImplementation, DiamondCut. Written for these logs only, and removed with them.
create index logs_upgrades on logs (address, block_number, log_index)
where topic0 in (
    '\xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
    '\x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e',
    '\x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8',
    '\xd32d24edea94f55e932d9a008afc425a8561462d1b1f57bc6e508e9a6b9509e1',
    '\xd604de94d45953f9138079ec1b82d533cb2160c906d1076d1f7ed54befbca97a',
    '\x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673'
  );
