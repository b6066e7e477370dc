/** Internal hosts: loopback, private networks, names without a domain. */
const internal = [
  /^localhost$/,
  /^127(?:\.\d+){3}$/,
  /^10(?:\.\d+){3}$/,
  /^192\.168(?:\.\d+){2}$/,
  /^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/,
  /^\[(?:::1|f[cd][0-9a-f]*:.*)\]$/i,
  /^[^.:[\]]+$/,
  /\.(?:local|lan|internal|intranet|corp|home\.arpa)$/i,
]

/** The error log is for administrators: shown on local and internal hosts only. */
export function isInternalHost(host: string): boolean {
  return internal.some((pattern) => pattern.test(host))
}
