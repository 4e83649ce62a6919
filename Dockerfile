# syntax=docker/dockerfile:1
# The image of web, worker and every other command: docker build -t doorman .
# compose.yaml runs it. docs/operations.md, "Deploying", explains both.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
COPY . /source
RUN sh /source/deploy/build-image.sh /source /opt/doorman

FROM node:${NODE_VERSION}-bookworm-slim
# MALLOC_ARENA_MAX: the C library keeps freed memory for each thread that used it. Two pools are enough.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2
COPY --from=build /opt/doorman /opt/doorman
WORKDIR /opt/doorman
# An unprivileged user. The files belong to root and are read-only.
USER 10001:10001
EXPOSE 3000
# For web. compose.yaml turns it off for the others.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "apps/cli/build/main.js"]
CMD ["web"]
