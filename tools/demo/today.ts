/** A date relative to today, in the company's time zone: 'yyyy-MM-dd'. */
export function dayFromToday(days: number): string {
  const zone = { timeZone: 'Asia/Shanghai' }
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', zone)
}
