/** A person that the account keeps (docs/service.md#stored-contacts). */
export interface Contact {
	id: string;
	createdAt: Date;
	email: string;
	name: string;
}
