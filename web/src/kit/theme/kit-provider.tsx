import { ConfigProvider } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { QuestionPlace } from '../dialog/question-place.tsx'
import { antdLocale } from '../text/antd-locale.ts'
import { useLanguage } from '../text/language.ts'
import { useDensity, useThemeName } from './preferences.ts'
import { themeConfig } from './theme-config.ts'

/** Words of two characters stay words: no gap between them. */
const oneWord = { autoInsertSpace: false }

/**
 * Theme and language of the components below. With a `host` popups, dialogs and drawers live in
 * that element and have no motion: what an antd dialog needs inside a kept page.
 */
export function KitProvider(props: {
  children: ReactNode
  host?: (() => HTMLElement) | undefined
}): ReactNode {
  const { language } = useLanguage()
  const name = useThemeName()
  const density = useDensity()
  const { host } = props
  const theme = useMemo(() => themeConfig(name, density, host === undefined), [name, density, host])
  return (
    <ConfigProvider
      theme={theme}
      locale={antdLocale(language)}
      button={oneWord}
      {...(host !== undefined && { getPopupContainer: host })}
    >
      <QuestionPlace>{props.children}</QuestionPlace>
    </ConfigProvider>
  )
}
