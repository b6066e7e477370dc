import type { Tone } from '@kufang/contract/document/declare/tone.ts'

/** Colours and sizes of look.md, defined only here. */
export const brand = {
  primary: '#0B5FA5',
  success: '#2E7D32',
  warning: '#C77700',
  error: '#C62828',
  /** Placeholders and hints. */
  hint: 'rgb(0 0 0 / 56%)',
  /** Text of selected items, on a tinted background. */
  selected: '#0B5FA5',
  /** Behind the pages; the same as `--kf-ground`. */
  ground: '#F3F5F7',
} as const

/** The same hues for the dark theme, lighter, so that contrast stays above 4.5:1. */
export const brandDark = {
  primary: '#4C9BE0',
  success: '#66BB6A',
  warning: '#F0A23B',
  error: '#EF6B6B',
  hint: 'rgb(255 255 255 / 60%)',
  selected: '#A9D2F8',
  ground: '#0D0F11',
} as const

export const radius = 4
export const fontSize = 14
export const tableFontSize = 13
export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif"

export type Density = 'compact' | 'medium' | 'comfortable'

/** Height of table rows, pixels. */
export const rowHeights: Record<Density, number> = { compact: 28, medium: 32, comfortable: 40 }

/** Height of buttons and inputs, pixels; large ones are for use with gloves. */
export const controlHeights: Record<Density, number> = { compact: 28, medium: 32, comfortable: 40 }

export interface ToneColours {
  text: string
  background: string
  border: string
}

const tone = (text: string, background: string, border: string): ToneColours => ({
  text,
  background,
  border,
})

/** The semantic colours of tags, boards, charts and flows. */
export const toneColours: Record<'light' | 'dark', Record<Tone, ToneColours>> = {
  light: {
    draft: tone('#4A4F55', '#F2F3F5', '#C9CDD4'),
    waiting: tone('#0B5FA5', '#E6F1FB', '#9CC5EA'),
    active: tone('#00696F', '#E0F5F6', '#86CDD1'),
    partial: tone('#8F4E00', '#FFF2E0', '#EDBB7A'),
    done: tone('#226326', '#E8F4E9', '#9CCB9F'),
    booked: tone('#FFFFFF', '#2E7D32', '#2E7D32'),
    failed: tone('#B71C1C', '#FDEBEB', '#EBA0A0'),
    undone: tone('#6A1B9A', '#F5E9FA', '#CE9FE0'),
    cancelled: tone('#5F6670', '#F2F3F5', '#D5D8DD'),
    late: tone('#B71C1C', '#FFFFFF', '#C62828'),
  },
  dark: {
    draft: tone('#C3C7CD', '#2A2C2F', '#4A4E54'),
    waiting: tone('#7DB8EE', '#12283B', '#22517C'),
    active: tone('#5CCBD1', '#0E2D2F', '#1C6469'),
    partial: tone('#F0B266', '#35250F', '#7A5013'),
    done: tone('#86CC89', '#172C18', '#2F6532'),
    booked: tone('#FFFFFF', '#2E7D32', '#2E7D32'),
    failed: tone('#F38B8B', '#381818', '#7F2F2F'),
    undone: tone('#D39BEA', '#2E1A38', '#673C80'),
    cancelled: tone('#A4A9B0', '#242629', '#43474D'),
    late: tone('#F38B8B', '#141414', '#EF6B6B'),
  },
}
