import { ConfigProvider } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { QuestionPlace } from '../dialog/question-place.tsx'
import { antdLocale } from '../text/antd-locale.ts'
import { useLanguage } from '../text/language.ts'
import { useDensity, useThemeName } from '../theme/preferences.ts'
import { themeConfig } from '../theme/theme-config.ts'

/** Disables antd's space between two Chinese characters. */
const oneWord = { autoInsertSpace: false }

/**
 * Theme and language for its children. With `host`, popups, dialogs and drawers are rendered in that element.
 */
export function KitProvider(props: {
  children: ReactNode
  host?: (() => HTMLElement) | undefined
}): ReactNode {
  const { language } = useLanguage()
  const name = useThemeName()
  const density = useDensity()
  const { host } = props
  const theme = useMemo(() => themeConfig(name, density), [name, density])
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
