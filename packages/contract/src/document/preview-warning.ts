import type { Label } from './declare/label.ts'

/** What a person should know before he confirms; nothing is refused for it. */
export interface PreviewWarning {
  /** The lines by which it comes. */
  lines: number[]
  text: Label
}
