/** A day counted from today, in the time zone of the company: 'yyyy-MM-dd'. */
export function dayFromToday(days: number): string {
  const zone = { timeZone: 'Asia/Shanghai' }
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', zone)
}
