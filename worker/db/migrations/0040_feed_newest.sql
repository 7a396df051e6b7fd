CREATE TABLE `feed_newest` (
	`user_id` text NOT NULL,
	`mode` text NOT NULL,
	`objects` text NOT NULL,
	PRIMARY KEY(`user_id`, `mode`)
);
