import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localDateOf } from '@kufang/kernel/local-date.ts'
import { launchBrowser } from './support/browser.ts'
import { Person } from './support/person.ts'
import type { Product } from './support/product.ts'
import { startProduct } from './support/product.ts'

let browser: Browser
let product: Product

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launchBrowser(), startProduct()])
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})
