-- Which blocks an address produced: they are listed, and change its balance.
create index blocks_miner on blocks (miner, number);
