/*
 * Loaded into every child of the supervisor before its own program (`node --import`): if the supervisor is killed, its
 * children end too and release their ports.
 */
const patienceMs = 8000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), patienceMs).unref()
})
// The channel alone does not keep the process alive.
process.channel?.unref()
