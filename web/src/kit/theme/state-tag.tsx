import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Tone } from '@kufang/contract/document/declare/tone.ts'
import type { ReactNode } from 'react'
import { useLanguage } from '../text/language.ts'
import { useThemeName } from './preferences.ts'
import styles from './state-tag.module.css'
import { toneColours } from './tokens.ts'

export interface StateTagProps {
  tone: Tone
  label: Label | string
  /** The remaining time, for `late`. */
  detail?: string
}

/** A state tag in its colour (look.md, "state colours"); the text carries the meaning too. */
export function StateTag({ tone, label: text, detail }: StateTagProps): ReactNode {
  const { label } = useLanguage()
  const colours = toneColours[useThemeName()][tone]
  return (
    <span
      className={styles.tag}
      data-tone={tone}
      style={{ color: colours.text, background: colours.background, borderColor: colours.border }}
    >
      {tone === 'active' && <span className={styles.dot} aria-hidden="true" />}
      {tone === 'late' && <ClockMark />}
      <span className={tone === 'cancelled' ? styles.struck : undefined}>{label(text)}</span>
      {detail !== undefined && <span>{detail}</span>}
    </span>
  )
}

function ClockMark(): ReactNode {
  return (
    <svg
      viewBox="0 0 16 16"
      width="11"
      height="11"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <circle cx="8" cy="8" r="6.5" />
      <path d="M8 4.5V8l2.5 2" />
    </svg>
  )
}
