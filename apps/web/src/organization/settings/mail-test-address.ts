import { links } from '../../ui/links.ts'

/** The button's id. It is not the first of its page, so on a phone a link to the page alone would not show it. */
export const mailTestId = 'mail-test'

export const mailTestAddress = `${links.rooms.organization}#${mailTestId}`
