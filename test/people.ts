// The names and email addresses of the people to whom tests send something.

/** The people to whom tests send something. */
export const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' };
export const BEN = { email: 'ben@example.com', name: 'Ben Okri' };
export const CHARLES = { email: 'charles@example.com', name: 'Charles Babbage' };
export const MARY = { email: 'mary@example.com', name: 'Mary Somerville' };
