import { Mistake, readOptions } from './options.ts'
import { startProduct } from './product.ts'
import { runDemo } from './run.ts'

/* `npm run demo`: exit code 0 if all checks pass, 1 if not, 2 for wrong options. */

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env)
  say(
    options.ordersFile === null
      ? "the core flow on the demonstration company's own orders"
      : `the core flow on the orders of ${options.ordersFile}`,
  )
  const product = await startProduct(options.ordersFile, (line) => say(`  ${line}`))
  const stop = () => void product.stop(options.keeps).finally(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  let holds = false
  try {
    holds = await runDemo(options, product, say)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await product.stop(options.keeps)
  }
  if (options.keeps) {
    say(`the data is kept in ${product.dataFolder}`)
  }
  return holds ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  const isMistake = error instanceof Mistake
  process.stderr.write(`${isMistake ? error.message : ((error as Error).stack ?? String(error))}\n`)
  process.exitCode = isMistake ? 2 : 1
}
