/*
 * Loaded into every child of the supervisor before its own program (`node --import`): when the
 * supervisor is killed, its children end as well and give their port back.
 */
const patienceMs = 8000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), patienceMs).unref()
})
// The channel alone is no reason to go on living.
process.channel?.unref()
