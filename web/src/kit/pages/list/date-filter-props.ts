export interface DateFilterProps {
  name: string
  value: unknown
  onChange: (value: unknown) => void
}
