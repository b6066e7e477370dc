import type { Reporter } from 'knip'

/** Prints the findings of knip, one per line, and the number of checked files (see verify.ts). */
const report: Reporter = ({ issues, counters, report: kinds, cwd }) => {
  for (const [kind, wanted] of Object.entries(kinds)) {
    if (!wanted) continue
    for (const ofFile of Object.values(issues[kind as keyof typeof issues])) {
      for (const issue of Object.values(ofFile)) {
        const place = `${issue.filePath.replace(`${cwd}/`, '')}:${issue.line ?? 1}`
        process.stdout.write(`unused or unlisted ${kind}: ${issue.symbol} (${place})\n`)
      }
    }
  }
  process.stdout.write(`knip looked at ${counters.total} files\n`)
}

export default report
