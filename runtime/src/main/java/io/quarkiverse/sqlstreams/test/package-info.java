/** For tests of applications: a clock to move, groups to wait for, and deliveries to look at. Not there in production. */
package io.quarkiverse.sqlstreams.test;
