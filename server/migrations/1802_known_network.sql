-- Whether anybody has signed in from a network decides how wrong passwords are answered there.
create index known_network_of_anybody on known_network (network);
