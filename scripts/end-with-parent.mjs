// Preloaded into the programs that set things up: if `up.mjs` is killed, even with -9, they end
// too, and the next start finds nobody else at work in the folder.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
