import { launchBrowser } from '../e2e/support/browser.ts'

/* `npx node tools/screenshot.ts <url> <out.png> [width] [height]`: takes a screenshot of a page. */
const [url, file, width = '1440', height = '900'] = process.argv.slice(2)
if (url === undefined || file === undefined) {
  process.stderr.write('usage: npx node tools/screenshot.ts <url> <out.png> [width] [height]\n')
  process.exit(1)
}
const browser = await launchBrowser()
try {
  const viewport = { width: Number(width), height: Number(height) }
  const page = await browser.newPage({ viewport, locale: 'zh-CN' })
  page.on('pageerror', (error) => process.stderr.write(`${error.stack ?? error.message}\n`))
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${message.text()}\n`)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.screenshot({ path: file })
} finally {
  await browser.close()
}
