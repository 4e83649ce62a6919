// Preloaded into every child process of `up.mjs`. If `up.mjs` is killed, even with SIGKILL, the IPC
// channel closes and the child exits too. Otherwise the child would keep working in the folder
// while the next start sets it up.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

// Remove the preload from execArgv: worker processes of the child inherit its execArgv, but their
// IPC channel must stay referenced.
const own = process.execArgv.indexOf(import.meta.url)
if (own > 0) process.execArgv.splice(own - 1, 2)
