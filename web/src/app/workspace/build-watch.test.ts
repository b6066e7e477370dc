import { expect, it } from 'vitest'
import { buildOf } from './build-watch.ts'

it('tells a build by the address of its first module', () => {
  const html = (name: string): string =>
    `<!doctype html><head><script>x</script><script type="module" crossorigin src="./assets/${name}"></script>`
  expect(buildOf(html('index-A.js'))).toBe('./assets/index-A.js')
  expect(buildOf(html('index-A.js'))).not.toBe(buildOf(html('index-B.js')))
})

it('knows none of a page that is not ours, such as one of a proxy', () => {
  expect(buildOf('<h1>502 Bad Gateway</h1>')).toBeNull()
})
