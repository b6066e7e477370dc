import type { Label } from '../document/declare/label.ts'

// What a business parameter may be.

/** The lowest level at which a parameter may be set. */
export type ParameterLevel = 'system' | 'company' | 'plant' | 'material-group'

/** The levels from the widest; a value of a narrower one takes precedence. */
export const parameterLevels: readonly ParameterLevel[] = [
  'system',
  'company',
  'plant',
  'material-group',
]

interface ParameterBase {
  label: Label
  /** The effect of the parameter, for the person who sets it. */
  help: Label
  level: ParameterLevel
  /** It decides what is received, posted, consumed or approved: requested by one person, approved by another. */
  isControl: boolean
}

export interface ChoiceParameter<Code extends string = string> extends ParameterBase {
  kind: 'choice'
  choices: Record<Code, Label>
  default: Code
}

export interface IntegerParameter extends ParameterBase {
  kind: 'integer'
  minimum: number
  maximum: number
  default: number
}

/** Single-character codes of the customer's own system, separated by commas: `Q,E`; `-` is none. */
export interface CodesParameter extends ParameterBase {
  kind: 'codes'
  /** They are at most six numbers of digits, each more than the one before it: `1,3,6`. */
  areLengths?: true
  default: string
}

export type AnyParameter = ChoiceParameter | IntegerParameter | CodesParameter
