import { readFileSync } from 'node:fs'
import { theme } from 'antd'
import { expect, test } from 'vitest'
import { themeConfig } from './theme-config.ts'

const css = readFileSync(new URL('../../app/base.css', import.meta.url), 'utf8')

test.each([
  ['light', ':root'],
  ['dark', ":root[data-theme='dark']"],
] as const)('bars on the %s ground have its colour and are not seen as boxes', (name, selector) => {
  const rules = css.slice(css.indexOf(`${selector} {`))
  const ground = /--kf-ground: (#\w+);/.exec(rules)?.[1]
  const { colorBgLayout } = theme.getDesignToken(themeConfig(name, 'medium'))
  expect(colorBgLayout.toLowerCase()).toBe(ground)
})
