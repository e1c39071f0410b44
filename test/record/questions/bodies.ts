import { RECORDER } from '../recorderTexts';
import {
	accepted,
	all,
	apartFrom,
	check,
	described,
	every,
	isRefused,
	isRefusedAtAll,
	messageOf,
	refusal,
	succeeds,
	questionsOf,
	leaveOpen,
} from '../question';
import { createdRequest, otherCreation, readAgain } from './seen';

/** Sizes and lengths (docs/service.md#file-sizes, docs/service.md#text-lengths). */
export const sizes = [
	...questionsOf({
		'file-size-15-mb': apartFrom('other files', (tape) => {
			const { status } = otherCreation(tape, 'a file of more than 15 MB');
			return check(status >= 400, `status ${status} for more than 15 MB`);
		}),
		'file-size-refusal': (tape) =>
			isRefused(
				refusal(otherCreation(tape, 'a file of more than 15 MB')),
				400,
				/Invalid file size/,
			),
	}),
	...questionsOf({
		'length-custom-data': (tape) =>
			isRefusedAtAll(otherCreation(tape, 'custom data of 65 characters')),
	}),
	...questionsOf({
		'body-multipart-names': (tape) => {
			const { recipients = [] } = (tape.exchange('creation').call.body?.fields ?? {}) as {
				recipients?: { email: string }[];
			};
			const found = createdRequest(tape).documents.map(({ email }) => email);
			return every(
				recipients,
				'recipients',
				({ email }) => found.includes(email),
				() => 'a recipient has not arrived',
			);
		},
		'body-urlencoded-post': (tape) =>
			succeeds(otherCreation(tape, 'urlencoded fields', 'a template')),
		'body-patch': apartFrom('JSON', (tape) => {
			accepted(tape.answer('cancel'));
			const { status } = tape.answer('cancel as multipart');
			return check(status >= 400, 'a multipart PATCH is accepted');
		}),
		'body-file-names-utf8': (tape) => {
			const name = readAgain(tape).documents[0]?.file?.name;
			return check(name === RECORDER.pdf, 'the name of the file is another');
		},
	}),
	...questionsOf({
		'variant-json-post': (tape) => succeeds(otherCreation(tape, 'JSON', 'a template')),
		'variant-file-names': apartFrom('`files[name.pdf]`', (tape) =>
			succeeds(otherCreation(tape, 'a file called files[]')),
		),
		'variant-booleans': apartFrom('all but `true`', (tape) => {
			const usual = refusal(tape.answer('creation with an SMS code without a phone'));
			const word = otherCreation(tape, 'an SMS code as a word without a phone');
			if (messageOf(usual) === '') leaveOpen('what it is compared with has no words');
			return all(
				isRefused(word, usual.status, /./),
				check(messageOf(word) === messageOf(usual), described(word)),
			);
		}),
	}),
];
