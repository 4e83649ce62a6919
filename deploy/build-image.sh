#!/bin/sh
# Builds what the image contains: deploy/build-image.sh SOURCE TARGET
#
# TARGET gets the built server, pages and emails, the files that they read, and native packages.
# The Dockerfile runs this, and so does CI, with system/image.long.test.ts.
set -eu

source=$1
target=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 1. The sources, without tests and training data. Of packages that don't ship, npm needs only their names.
cd "$source"
tar --create --exclude=node_modules --exclude=build --exclude=.react-router \
  --exclude='*.test.ts' --exclude='*.test.tsx' --exclude=packages/classifier/corpus \
  --exclude=apps/web/video \
  package.json package-lock.json .npmrc tsconfig.base.json LICENSE apps packages content deploy \
  docs/model-card.md \
  e2e/package.json system/package.json bench/package.json |
  tar --extract --directory "$work" --no-same-owner

# 2. All dependencies, exactly as locked, then the three builds.
cd "$work"
npm ci --prefer-offline --loglevel=error
export NODE_ENV=production
(cd apps/web && node ../../node_modules/@react-router/dev/bin.cjs build)
node node_modules/vite/bin/vite.js build --config packages/notify/vite.config.ts
node node_modules/vite/bin/vite.js build --config apps/cli/vite.config.ts

# 3. The builds contain our sources and all dependencies, except for native code and a font.
mkdir -p "$target"
packages=$(node deploy/list-packages.mjs sharp @fontsource/geist)
# shellcheck disable=SC2086 # each folder is a word
tar --create package.json LICENSE apps/cli/build apps/web/build packages/notify/build \
  packages/db/migrations packages/classifier/model packages/simulators/src/scenes/*.jsonl \
  content/blog $packages |
  tar --extract --directory "$target" --no-same-owner

# 4. Readable for everyone, writable for no one.
chmod -R a+rX,a-w "$target"
