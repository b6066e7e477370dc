export interface DateFilterProps {
  name: string
  /** At which the name is shown in full, pixels. */
  width: number
  value: unknown
  onChange: (value: unknown) => void
}
