import { links } from '../../ui/links.ts'

/** The id of the button that sends the test mail. A link to the page alone would not show it on a phone. */
export const mailTestId = 'mail-test'

export const mailTestAddress = `${links.rooms.organization}#${mailTestId}`
