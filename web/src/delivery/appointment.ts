const hours = ['08:00-10:00', '10:00-12:00', '13:00-15:00', '15:00-17:00'] as const

/** The unloading slots of a day, in the format of the delivery note: `2026-11-21 08:00-10:00`. */
export function appointmentSlots(day: string): string[] {
  return hours.map((slot) => `${day} ${slot}`)
}
