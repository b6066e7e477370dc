/** The semantic colours of states, used everywhere (look.md, "state colours"). */
export type Tone =
  | 'draft'
  | 'waiting'
  | 'active'
  | 'partial'
  | 'done'
  | 'booked'
  | 'failed'
  | 'undone'
  | 'cancelled'
  | 'late'
