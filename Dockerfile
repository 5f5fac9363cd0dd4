# platectl in a container: docker build --tag platectl .    then: docker run --rm --init -v "$PWD:/work" platectl plan
# node:24-bookworm-slim, by digest; both stages use the same one.
FROM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm run build \
  && node scripts/standalone.mjs \
  && chmod 755 build/platectl.mjs

FROM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
LABEL org.opencontainers.image.title="platectl" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.source="https://github.com/your-org/platectl"
# git keeps the state on a branch, where it is asked to. npm and yarn have no use here.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn*
COPY --from=build /src/LICENSE /src/build/THIRD-PARTY-LICENSES.txt /src/build/platectl.mjs /opt/platectl/
RUN ln -s /opt/platectl/platectl.mjs /usr/local/bin/platectl
ENV NODE_ENV=production HOME=/tmp
USER 10001:10001
WORKDIR /work
ENTRYPOINT ["platectl"]
CMD ["--help"]
