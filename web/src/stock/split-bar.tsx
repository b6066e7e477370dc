import type { ReactNode } from 'react'
import { numberText } from '../kit/grid/cell-format.ts'
import { useThemeName } from '../kit/theme/preferences.ts'
import { toneColours } from '../kit/theme/tokens.ts'
import { useLanguage } from '../kit/text/language.ts'
import { sharesOf } from './shares.ts'
import styles from './stock.module.css'

/** The reserved and frozen shares of a quantity as a bar; its text alternative contains the numbers. */
export function SplitBar({ row }: { row: Readonly<Record<string, unknown>> }): ReactNode {
  const { label } = useLanguage()
  const colours = toneColours[useThemeName()]
  const shares = sharesOf(row)
  const words = label({
    zh: `可用 ${numberText(row['available'])}，占用 ${numberText(row['reserved'])}，冻结 ${numberText(row['frozen'])}`,
    en: `available ${numberText(row['available'])}, reserved ${numberText(row['reserved'])}, frozen ${numberText(row['frozen'])}`,
  })
  return (
    <span className={styles.bar} role="img" aria-label={words} title={words}>
      {/* The available share is empty: a bar without colour shows that nothing is held. */}
      <span style={{ width: `${shares.reserved}%`, background: colours.waiting.text }} />
      <span style={{ width: `${shares.frozen}%`, background: colours.failed.text }} />
    </span>
  )
}
