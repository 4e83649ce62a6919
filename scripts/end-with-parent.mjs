// Preloaded into the programs that set things up: if `up.mjs` is killed, even with -9, they end
// too, and the next start finds nobody else at work in the folder.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

// Workers they start in turn would inherit it, and live by the very channel that it lets go of.
const own = process.execArgv.indexOf(import.meta.url)
if (own > 0) process.execArgv.splice(own - 1, 2)
